type Waiting<Q, A> = {
  readonly question: Q
  resolve(answer: A): void
  reject(error: unknown): void
}

/**
 * What is asked for in one turn of the event loop is answered together, so many at once; where that
 * fails each is answered alone, so that nobody's question is another's fault.
 */
export function gathered<Q, A>(
  atOnce: number,
  answer: (questions: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = []

  async function tell(group: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await answer(group.map(({ question }) => question))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A)
    } catch (error) {
      if (group.length === 1) for (const { reject } of group) reject(error)
      else for (const each of group) await tell([each])
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        setImmediate(async () => {
          const all = waiting
          waiting = []
          for (let from = 0; from < all.length; from += atOnce) {
            await tell(all.slice(from, from + atOnce))
          }
        })
      }
      waiting.push({ question, resolve, reject })
    })
}
