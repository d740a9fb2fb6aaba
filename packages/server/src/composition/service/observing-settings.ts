import { isIP } from 'node:net'
import type { SettingName } from '../setting-table.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The operators' view of the service. */
export type ObservingSettings = {
  readonly logLevel: LogLevel
  /** The address of `/metrics`; undefined: not served. */
  /** The receiver of traces, and the share of requests that begin one: 0 to 1. */
  readonly traces: { readonly url: string; readonly share: number } | undefined
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Whether the requests to the service are stored. */
  readonly requestLog: boolean
}

type Reading = {
  readonly text: (name: SettingName) => string | undefined
  readonly fault: (name: SettingName, sentence: string) => undefined
  readonly readPort: (text: string) => number | undefined
  readonly demo: boolean
}

/** A visitor of the demo reads its own messages, not a line for each request. */
export function readObserving({ text, fault, readPort, demo }: Reading): ObservingSettings {
  const level = text('LOG_LEVEL') ?? (demo ? 'warn' : 'info')
  const logLevel = LOG_LEVELS.find((known) => known === level)
  if (logLevel === undefined) fault('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`)
  const host = text('METRICS_HOST') ?? '127.0.0.1'
  if (isIP(host) === 0) fault('METRICS_HOST', 'must be an address')
  const given = text('METRICS_PORT')
  const port = given === undefined ? undefined : readPort(given)
  if (given !== undefined && port === undefined)
    fault('METRICS_PORT', 'must be a whole number from 0 to 65535')
  const url = text('TRACES_URL')
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    fault('TRACES_URL', 'must be an http or https address')
  const requests = text('REQUEST_LOG') ?? 'on'
  if (!/^(?:on|off)$/.test(requests)) fault('REQUEST_LOG', 'must be on or off')
  const percent = text('TRACES_SHARE') ?? '1'
  if (!/^([0-9]{1,2}|100)(\.[0-9]{1,3})?$/.test(percent) || Number(percent) > 100)
    fault('TRACES_SHARE', 'must be a number from 0 to 100')
  return {
    logLevel: logLevel ?? 'info',
    traces: url === undefined ? undefined : { url, share: Number(percent) / 100 },
    metrics: port === undefined ? undefined : { host, port },
    requestLog: requests === 'on',
  }
}
