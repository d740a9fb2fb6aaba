/** A check is a sentence that holds, or an error with the expected and the actual value. */
export type Check = { readonly name: string; readonly run: () => Promise<void> }
export type Outcome = { readonly name: string; readonly fault: string | undefined }

const CHECK_MS = 110_000

/** Concurrently: most of their time they wait. */
export function runChecks(checks: readonly Check[]): Promise<Outcome[]> {
  return Promise.all(checks.map(outcomeOf))
}

/** One after the other, each on the result of the previous one. */
export async function runInOrder(checks: readonly Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await outcomeOf(check))
  return outcomes
}

async function outcomeOf({ name, run }: Check): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), CHECK_MS)
  })
  try {
    await Promise.race([run(), tooLong])
    return { name, fault: undefined }
  } catch (error) {
    return { name, fault: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}

export function table(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const lines = outcomes.map(({ name, fault }) => `${name.padEnd(width)}  ${fault ?? 'ok'}`)
  const failed = outcomes.filter(({ fault }) => fault !== undefined).length
  return [...lines, '', `${outcomes.length - failed} ok, ${failed} not`].join('\n')
}

/** Compares in a sentence. */
export function expect(seen: unknown, expected: unknown, what: string): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${what}: expected ${right}, saw ${left?.slice(0, 300)}`)
}
