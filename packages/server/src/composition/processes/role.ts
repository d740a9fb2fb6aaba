import type { SettingName } from '../setting-table.ts'

/** The role of a process: it answers requests, does background work, or both. */
const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => roles.some((role) => role === text)
export const doesWork = (role: Role): boolean => role !== 'api'
export const answersRequests = (role: Role): boolean => role !== 'worker'

type Reading = {
  readonly text: (name: SettingName) => string | undefined
  readonly fault: (name: SettingName, sentence: string) => undefined
}

/** The embedded database belongs to one process, which then does everything. */
export function readRole({ text, fault }: Reading): Role {
  const role = text('ROLE') ?? 'all'
  if (!isRole(role)) fault('ROLE', `must be one of ${roles.join(', ')}`)
  else if (role === 'all' || text('DATABASE_URL') !== undefined) return role
  else fault('ROLE', 'must be all without DATABASE_URL')
  return 'all'
}
