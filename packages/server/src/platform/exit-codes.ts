/** Exit codes of the process; the last two are those of sysexits.h. */
export const exitCodes = {
  stopped: 0,
  findings: 1,
  failed: 1,
  notRun: 2,
  /** Another process owns the data folder (EX_TEMPFAIL). */
  taken: 75,
  /** A setting is wrong (EX_CONFIG). */
  settings: 78,
} as const
