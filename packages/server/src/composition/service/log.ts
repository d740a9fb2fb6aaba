import { pino } from 'pino'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { LogLevel } from './observing-settings.ts'

type Write = (details: object, message: string) => void
export type Log = { readonly [Level in LogLevel]: Write }

const STDERR = 2
/** Worth a person's attention. */
const COUNTED: Readonly<Record<number, string>> = {
  [pino.levels.values.warn ?? 40]: 'warn',
  [pino.levels.values.error ?? 50]: 'error',
}

/** One line of JSON each, on standard error; levels above info are counted. */
export function createLog(level: LogLevel, metrics: Pick<Metrics, 'count'>): Log {
  const options = {
    level,
    hooks: {
      logMethod(this: pino.Logger, line: Parameters<pino.LogFn>, write: pino.LogFn, of: number) {
        const counted = COUNTED[of]
        if (counted !== undefined) metrics.count('logLines', { level: counted })
        write.apply(this, line)
      },
    },
  }
  return pino(options, pino.destination(STDERR))
}
