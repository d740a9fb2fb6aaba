/** What a torture run counts, and what it finds. */

const FAULTS_SHOWN_MAX = 20

export type Counts = {
  readonly statuses: Readonly<Record<string, number>>
  readonly brokenAnswers: number
  /** By their kind: how often the service or its database was treated so. */
  readonly disturbances: Readonly<Record<string, number>>
  readonly faults: number
}

export type Tally = {
  answered(status: number): void
  broken(): void
  disturbed(kind: string): void
  /** Something that must not happen, in a sentence. */
  fault(sentence: string): void
  readonly faults: readonly string[]
  /** Resolves with the first of them. */
  readonly first: Promise<void>
  counts(): Counts
}

export function createTally(say: (line: string) => void): Tally {
  const statuses: Record<string, number> = {}
  const disturbances: Record<string, number> = {}
  const faults: string[] = []
  const first = Promise.withResolvers<void>()
  let [brokenAnswers, faultCount] = [0, 0]
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  return {
    faults,
    first: first.promise,
    answered: (status) => add(statuses, String(status)),
    broken: () => void brokenAnswers++,
    disturbed: (kind) => add(disturbances, kind),
    fault(sentence) {
      faultCount++
      first.resolve()
      if (faults.length >= FAULTS_SHOWN_MAX) return
      faults.push(sentence)
      say(`FOUND  ${sentence}`)
    },
    counts: () => ({ statuses, brokenAnswers, disturbances, faults: faultCount }),
  }
}
