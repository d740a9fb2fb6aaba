import type { Answered, ErasedPersonAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { held } from '../personal-data/store.ts'
import type { ErasedPerson } from './erase-person.ts'

export const erasedView = ({ id, at }: ErasedPerson): Answered<typeof ErasedPersonAnswer> => ({
  id,
  erased: utcMicros(at),
  tables: held.map(({ table, fields, stays = null }) => {
    return { table, fields: [...fields], erased: stays === null, why: stays }
  }),
})
