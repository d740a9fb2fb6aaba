/** The rows of a figure: the format of their members, and all of them as a table. */
import type { ComponentChildren } from 'preact'
import { count, day, dayAndTime, money, rate } from '../../parts/format.ts'
import { Sheet } from '../../parts/table.tsx'
import { NONE, StoreLink } from '../../parts/values.tsx'
import { tf } from '../../texts/figures.ts'
import { word } from '../../texts/texts.ts'
import type { Definition, FigureName } from './definitions.ts'

type Store = { readonly id: string; readonly name: string }
export type Row = Readonly<Record<string, string | number | null | Store>>

/** The common form of figures' answers. */
export type Figure = {
  readonly from: string | null
  readonly to: string | null
  readonly at: string
  readonly time_zone: string
  readonly left_out: number
  readonly results: readonly Row[]
}

const words: Readonly<Record<string, string>> = tf.words

/** The label of a member, in this figure or in general. */
export const nameOf = (figure: string, member: string): string =>
  words[`${figure} ${member}`] ?? words[member] ?? word(member)

export const currencyOf = ({ currency }: Row): string => String(currency ?? '')

type Of = { readonly definition: Definition; readonly member: string }

/** In words. */
export function textOf({ definition, member }: Of, row: Row): string {
  const value = row[member]
  if (value === null || value === undefined) return '–'
  if (typeof value === 'object') return value.name
  switch (definition.members[member]) {
    case 'money':
      return money(Number(value), currencyOf(row))
    case 'rate':
      return rate(Number(value))
    case 'count':
      return count(Number(value))
    case 'day':
      return day(String(value))
    case 'moment':
      return dayAndTime(String(value))
    case 'word':
      return word(String(value))
    default:
      return String(value)
  }
}

type TableProps = {
  readonly name: FigureName
  readonly definition: Definition
  readonly rows: readonly Row[]
}

export function FigureTable({ name, definition, rows }: TableProps) {
  const members = Object.entries(definition.members)
  const isEnd = (unit: string) => /count|money|rate/.test(unit)
  return (
    <Sheet columns={members.length}>
      <table class="grid" aria-label={tf.names[name]}>
        <thead>
          <tr>
            {members.map(([member, unit]) => (
              <th key={member} scope="col" class={isEnd(unit) ? 'end' : ''}>
                {nameOf(name, member)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no key of their own and never move.
            <tr key={String(index)}>
              {members.map(([member, unit]) => (
                <td key={member} class={isEnd(unit) ? 'end' : ''} data-label={nameOf(name, member)}>
                  {shownOf({ definition, member }, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

function shownOf(of: Of, row: Row): ComponentChildren {
  const value = row[of.member]
  if (value === null || value === undefined) return NONE
  return typeof value === 'object' ? <StoreLink store={value} /> : textOf(of, row)
}
