/**
 * The deadline of a file: ten times what the slowest takes on two quiet cores. With `--long` every
 * screen of the desk is seen in every state and look, which takes an hour.
 */
export const fileMsMax = (): number => (process.env.TEST_LONG === 'yes' ? 7_200_000 : 600_000)
