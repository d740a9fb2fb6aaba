/** The deadline of a file, ten times what the slowest takes on two quiet cores. */
export const FILE_MS_MAX = 600_000
