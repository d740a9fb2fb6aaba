/**
 * Settings reject unknown members (contract §12): otherwise a typing error would change nothing,
 * silently. Known are the members of the body and of its answers.
 */
import { recordOf } from '@svc/api'
import type { TSchema } from 'typebox'
import { type FieldFaults, isObject, type Keywords } from './checker-walk.ts'

/** More would only help callers who want long answers. */
const FAULTS_MAX = 20
const SHOWN_MAX = 64
/** Names further apart than this are unlikely to be typing errors of each other. */
const DISTANCE_MAX = 3

/** For each unknown member, at any depth, the nearest known one. */
export function unknownMembers(body: unknown, known: readonly TSchema[]): FieldFaults {
  const faults: FieldFaults = {}
  const look = (value: unknown, schemas: readonly Keywords[], path: string): void => {
    const kinds = schemas.flatMap(alternatives)
    if (Array.isArray(value)) {
      const items = kinds.map(({ items }) => items).filter(isObject)
      for (const [index, item] of value.entries()) look(item, items, `${path}${index}.`)
      return
    }
    const members = kinds.map(({ properties }) => properties).filter(isObject)
    if (!isObject(value) || members.length === 0) return
    for (const [name, member] of Object.entries(value)) {
      if (Object.keys(faults).length >= FAULTS_MAX) return
      const of = members.filter((each) => Object.hasOwn(each, name)).map((each) => each[name])
      if (of.length > 0) look(member, of.filter(isObject), `${path}${name}.`)
      else faults[`${path}${shown(name)}`] = [sentence(name, members.flatMap(Object.keys))]
    }
  }
  look(body, known.map(recordOf), '')
  return faults
}

function alternatives(schema: Keywords): Keywords[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap(alternatives) : [schema]
}

const shown = (name: string): string => name.slice(0, SHOWN_MAX)

function sentence(name: string, known: readonly string[]): string {
  const short = shown(name)
  const [nearest] = known
    .map((each) => ({ each, distance: distance(short, each) }))
    .sort((a, b) => a.distance - b.distance)
  if (nearest === undefined) return 'is not known here'
  if (nearest.distance <= DISTANCE_MAX) return `is not known here: did you mean ${nearest.each}?`
  return `is not known here; the nearest is ${nearest.each}`
}

/** Letters to insert, remove or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + Number(letter !== other)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
