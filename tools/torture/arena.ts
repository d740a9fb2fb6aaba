/** A database with the services on it, and all that can be done to them. */
import type { Random } from '../simulate/random.ts'
import type { ServiceOptions, ServiceProcess } from './process.ts'

/** Demands that an order is signed, confirmed and told in time by what is left of the services. */
type Demand = (what: string) => Promise<void>

/** One disturbance; when it resolves, the database is back and the services that it ended start. */
export type Disturb = (random: Random, demand: Demand) => Promise<void>

export type Disturbance = {
  readonly weight: number
  /** How often it ends a process or cuts it off: what the goals count. */
  readonly kills: number
  readonly run: Disturb
}

export type Arena = {
  readonly name: 'postgres' | 'embedded'
  readonly services: readonly ServiceProcess[]
  readonly disturbances: Readonly<Record<string, Disturbance>>
  /** What of the above cannot be done on this machine. */
  readonly missing: readonly string[]
  /** Starts what is down. */
  revive(): Promise<void>
  /** Where the audit runs. */
  readonly audited: ServiceOptions
  remove(): Promise<void>
}
