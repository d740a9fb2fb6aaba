import type { Reading } from '../caller/context.ts'
import { listPeople } from '../staff-accounts/store.ts'

/** A page of all people, newest first, with the exact count. */
export function listStaff(
  { database }: Reading,
  page: { readonly page: number; readonly pageSize: number },
): ReturnType<typeof listPeople> {
  return listPeople(database, page)
}
