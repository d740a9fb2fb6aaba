import type { Settings } from './settings.ts'

/**
 * The folder is the embedded database's and the demo's. With a PostgreSQL server outside the demo
 * nothing is locked and nothing written: any number of processes may run on a read-only disk.
 */
export const needsFolder = ({ databaseUrl, demo }: Pick<Settings, 'databaseUrl' | 'demo'>) =>
  databaseUrl === undefined || demo
