/** Runs overlapping calls one after the other, in order; a failed one does not stop the others. */
export function inSequence<Input, Output>(
  run: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    const answer = last.then(() => run(input))
    last = answer.catch(() => undefined)
    return answer
  }
}
