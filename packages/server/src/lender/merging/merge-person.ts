import type { MergeWish } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { type Block, decideBlock, decideUnblock } from '../blocks/rules.ts'
import { blockRow, findLastBlock, liftedRow } from '../blocks/store.ts'
import { findPeople, type LenderPerson } from '../people/list-store.ts'
import { decideMerge } from './rules.ts'
import { buyerRows, listBuyersOf, lockMerging, lockPersons, mergedRows } from './store.ts'

/**
 * Two documents belong to one person: from the commit on both debts count together, and anyone who
 * signs with one of them is locked as the one that stays. A concurrent signature is before it or
 * after it. A block survives. Refusals: `person_not_found`, `person_gone`, `body_invalid`.
 */
export function mergePerson(
  writing: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { id, into: intoId, reason }: MergeWish & { readonly id: string },
): Promise<LenderPerson> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    await lockMerging(tx)
    const ids = [...new Set([id, intoId])].filter(isId)
    const locked = await lockPersons(tx, { sandbox }, ids)
    const of = (wanted: string) => {
      const one = locked.find((each) => each.id === wanted)
      return existing(one, 'person', wanted)
    }
    const { person, into } = accept(decideMerge({ person: of(id), into: of(intoId) }))
    const now = clock.now()
    const buyers = await listBuyersOf(tx, person.id)
    const [stays] = await findPeople(tx, { sandbox, now }, [into.id])
    const before = existing(stays, 'person', into.id)
    const [theirs, own] = [await findLastBlock(tx, person.id), await findLastBlock(tx, into.id)]
    const block = inherited({ theirs, own, personId: into.id, now })
    const changes = {
      merged_into: { old: null, new: into.id },
      buyers: { old: buyers.length, new: 0 },
      blocked: { old: isInForce(own, now), new: isInForce(own, now) || block !== undefined },
    }
    const scope = { storeId: null, sandbox, reason }
    const merge = acted(
      writing,
      { action: 'person.merge', object: { kind: 'person', id }, personId: id, ...scope, changes },
      ...buyerRows(buyers, into.id),
      ...mergedRows(id, into.id),
    )
    if (block === undefined) return tx.commit(before, merge)
    const { lifts, ...row } = block
    const logged = {
      block: { old: lifts?.number ?? null, new: row.number },
      until: { old: lifts?.blockedUntil ?? null, new: row.blockedUntil },
      at: { old: null, new: now },
    }
    const about = { object: { kind: 'person', id: into.id }, personId: into.id, ...scope } as const
    const why = { code: row.reasonCode, note: reason.note }
    const { blockedAt, blockedUntil, reasonCode: blockReason } = row
    return tx.commit(
      { ...before, blockedAt, blockedUntil, blockReason },
      merge,
      acted(
        writing,
        { action: 'person.block', ...about, reason: why, changes: logged },
        ...(lifts === undefined ? [] : [liftedRow(lifts, now)]),
        blockRow(row),
      ),
    )
  })
}

type Inheriting = {
  readonly theirs: Block | undefined
  readonly own: Block | undefined
  readonly personId: string
  readonly now: Date
}

/** The block of the merged person, unless the other one's lasts as long. */
function inherited({ theirs, own, personId, now }: Inheriting) {
  if (theirs === undefined || !isInForce(theirs, now)) return undefined
  if (isInForce(own, now) && endOf(own) >= endOf(theirs)) return undefined
  const { blockedUntil: until, reasonCode: code } = theirs
  return accept(decideBlock({ personId, last: own, until, reason: { code }, now }))
}

const isInForce = (block: Block | undefined, now: Date): boolean =>
  block !== undefined && decideUnblock(block, now).refused === undefined

const endOf = (block: Block | undefined): number =>
  block?.blockedUntil?.getTime() ?? Number.POSITIVE_INFINITY
