/** The answer of `npm run svc -- apr`: the rate and its proof, or the faults of the flows. */
import type { Fraction } from '@svc/api'
import { annualPercentageRate, type Flow, type Flows } from '../../model/financing/apr.ts'
import { decimalOf, numberOf, textOf } from '../../model/financing/fractions.ts'
import { JsonFault, parseJson } from '../../platform/http/json.ts'
import { FLOWS_MAX, readFlows } from './apr-flows.ts'

/** Bytes of the flows; 100,000 of the longest sensible entries are fewer. */
export const INPUT_MAX = 32 * 1024 * 1024
/** Each entry is up to four members, and itself one. */
const MEMBERS_MAX = 5 * FLOWS_MAX + 10
/** So many flows are shown; all of them are counted. */
const SHOWN_MAX = 1_000
const FAULTS_MAX = 50
/** The certain precision of a double after the search. */
const DIGITS = 14

/** A flow and its value at the time 0, at the computed rate. */
type ProvenFlow = {
  readonly direction: 'in' | 'out'
  /** Years, as a fraction in lowest terms. */
  readonly time: string
  readonly amount: string
  readonly present_value: number
}

type AprProof = {
  /** In percent. */
  readonly apr: number
  readonly rounded: number
  /** Present values of the received flows less those of the paid ones. */
  readonly residual: number
  readonly flow_count: number
  readonly flows: readonly ProvenFlow[]
}

export type AprAnswer =
  | { readonly proof: AprProof }
  | { readonly faults: readonly string[] }
  | { readonly refused: string }

export function proveRate(bytes: Buffer): AprAnswer {
  let input: unknown
  try {
    input = parseJson(bytes, MEMBERS_MAX)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return {
      faults: [`the flows cannot be read: ${error.message.replace('The body', 'the input')}`],
    }
  }
  const read = readFlows(input)
  if ('faults' in read) return { faults: shortened(read.faults) }
  const rate = annualPercentageRate(read.flows)
  if ('refused' in rate) return rate
  const { apr, rounded, residual, force } = rate
  return {
    proof: {
      apr: tidy(apr),
      rounded,
      residual: tidy(residual),
      flow_count: read.flows.in.length + read.flows.out.length,
      flows: provenFlows(read.flows, force),
    },
  }
}

const tidy = (value: number): number => Number(value.toPrecision(DIGITS))

function shortened(faults: readonly string[]): string[] {
  const more = faults.length - FAULTS_MAX
  const shown = faults.slice(0, FAULTS_MAX)
  return more > 0 ? [...shown, `and ${more} more`] : shown
}

function provenFlows(flows: Flows, force: number): ProvenFlow[] {
  const proven = (direction: 'in' | 'out') => (flow: Flow) => {
    const worth = numberOf(flow.amount) * Math.exp(-force * numberOf(flow.time))
    return { direction, ...shown(flow), present_value: tidy(worth) }
  }
  const received = flows.in.slice(0, SHOWN_MAX).map(proven('in'))
  const paid = flows.out.slice(0, SHOWN_MAX - received.length).map(proven('out'))
  return [...received, ...paid]
}

function shown({ time, amount }: { time: Fraction; amount: Fraction }) {
  return { time: textOf(time), amount: decimalOf(amount) }
}
