/** What the API says of permissions: who has which. */
import { word } from '../texts/texts.ts'
import { useAnswer } from './answers.ts'
import type { Roles } from './session.ts'

type Line = Roles['results'][number]

/** The line of each permission; undefined while nothing is known. */
export function usePowers(): (permission: string | undefined) => Line | undefined {
  const { data } = useAnswer<Roles>('/lender/roles', { ofNoMode: true })
  return (permission) => data?.results.find((line) => line.permission === permission)
}

/** The roles of the lender's people that have it, in words; empty: nobody. */
export const holdersOf = (line: Line | undefined): string =>
  (line?.grants ?? [])
    .filter(({ holder }) => !/^store_|_key$/.test(holder))
    .map(({ holder }) => word(holder))
    .join(', ')
