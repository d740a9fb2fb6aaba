/** Runs groups side by side. A file that hangs or ends its process takes no other one with it. */
import type { FileResult, Group } from './run-group.ts'
import { runGroup } from './run-group.ts'

type Listener = {
  file(round: string, result: FileResult): void
  broken(round: string, file: string, reason: string, output: string): void
}

export async function runGroups(
  groups: readonly Group[],
  { atATime, results, silenceMs }: { atATime: number; results: Listener; silenceMs?: number },
): Promise<void> {
  const queue = [...groups]
  const work = async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      queue.unshift(...(await runOne(group, results, silenceMs)))
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
}

/** Answers what is to run again: each for itself, which shows whose fault it was. */
async function runOne(group: Group, results: Listener, silenceMs?: number): Promise<Group[]> {
  const { round, files } = group
  const { unfinished, reason, output } = await runGroup(
    group,
    (result) => results.file(round, result),
    silenceMs,
  )
  if (reason === '') return []
  if (unfinished.length === 0) {
    results.broken(round, files.join(', '), reason, output)
    return []
  }
  if (files.length > 1) return unfinished.map((file) => ({ ...group, files: [file] }))
  results.broken(round, files[0] ?? '', reason, output)
  return []
}
