/**
 * The deadline of a file: thirty times what the slowest takes on two quiet cores, because it takes
 * twenty minutes where thirty processes share them. With `--long` every screen of the desk is seen
 * in every state and look, which takes an hour.
 */
export const fileMsMax = (): number => (process.env.TEST_LONG === 'yes' ? 7_200_000 : 1_800_000)
