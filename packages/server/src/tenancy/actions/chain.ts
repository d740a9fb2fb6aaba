/** The hash chain of the actions of a mode (decision 0110): pure. */
import type { Mode } from '../../model/keys/api-key.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { chainHash, sha256 } from './hash.ts'

/** The ends of the chain of actions of a mode, and of its seals. */
export type Chain = {
  readonly mode: Mode
  /** The position of the last action; 0 before the first. */
  readonly place: number
  readonly hash: string
  readonly sealNumber: number
  /** The end of the chain when it was last sealed. */
  readonly sealedPlace: number
  readonly sealHash: string
  readonly sealedAt: Date | null
}

export type UnplacedAction = { readonly id: string; readonly contentHash: string | null }

export type PlacedAction = {
  readonly id: string
  readonly contentHash: string
  readonly place: number
  readonly previousHash: string
  readonly hash: string
}

/** Seals the end of a chain, after the previous seal. */
export type ChainSeal = {
  readonly mode: Mode
  readonly number: number
  readonly place: number
  readonly head: string
  readonly previousHash: string
  readonly hash: string
  readonly createdAt: Date
}

export const CHAIN_SEAL_MS = 60_000

/** The chain with all of them appended, in their order. */
export function placedAfter(
  chain: Chain,
  unplaced: readonly { readonly id: string; readonly contentHash: string }[],
): { readonly chain: Chain; readonly placed: readonly PlacedAction[] } {
  let { place, hash } = chain
  const placed = unplaced.map(({ id, contentHash }): PlacedAction => {
    const previousHash = hash
    place++
    hash = chainHash(previousHash, contentHash)
    return { id, contentHash, place, previousHash, hash }
  })
  return { chain: { ...chain, place, hash }, placed }
}

type Sealed = { readonly chain: Chain; readonly seal: ChainSeal | undefined }

/** A minute after the last seal, if there is something new; also if the clock went back. */
export function sealedAt(chain: Chain, at: Date): Sealed {
  const { mode, place, sealNumber, sealedPlace, sealHash: previousHash } = chain
  const age = at.getTime() - (chain.sealedAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (place === sealedPlace || (age >= 0 && age < CHAIN_SEAL_MS)) return { chain, seal: undefined }
  const number = sealNumber + 1
  const text = [previousHash, mode, number, place, chain.hash, utcMicros(at)].join('|')
  const hash = sha256(text)
  const seal = { mode, number, place, head: chain.hash, previousHash, hash, createdAt: at }
  const end = { sealNumber: number, sealedPlace: place, sealHash: hash, sealedAt: at }
  return { chain: { ...chain, ...end }, seal }
}
