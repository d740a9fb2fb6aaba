import type { Answered, StaffAnswer } from '@svc/api'
import type { Person } from '../../model/staff/person.ts'
import { utcMicros } from '../../platform/time/dates.ts'

export function personView(person: Person): Answered<typeof StaffAnswer> {
  const { id, kind, name, email, roles, memberships, createdAt, disabledAt } = person
  return {
    ...{ id, kind, name, email, roles },
    stores: memberships.map(({ storeId, role }) => ({ store_id: storeId, role })),
    created: utcMicros(createdAt),
    disabled_at: disabledAt === null ? null : utcMicros(disabledAt),
  }
}
