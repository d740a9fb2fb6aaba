/** Decision 0087: what fails beside others may pass alone. Then it is unsteady, and said so. */
import { isTriedOnBoth } from './plan.ts'
import { createResults, type Results } from './results.ts'
import type { Group } from './run-group.ts'
import { runGroups } from './run-groups.ts'

/** More than these, and it is not the machine. */
const FILES_MAX = 3

/** Runs the failed files once more, with the same seed, one at a time and nothing beside them. */
export async function repeatAlone(groups: readonly Group[], results: Results): Promise<void> {
  const { failures } = results
  if (failures.length > FILES_MAX) return
  for (const { round, file } of [...failures]) {
    const group = groups.find((candidate) => isOf(candidate, round, file))
    // About money, data and what runs at the same time, one failure is one too many.
    if (group === undefined || isTriedOnBoth(file)) continue
    results.say(`again, alone: ${round}: ${file}\n`)
    const again = createResults(results.say)
    await runGroups([{ ...group, files: [file] }], { atATime: 1, results: again })
    if (again.counts.failed === 0) results.forgive(round, file, again.counts)
  }
}

function isOf({ round, files }: Group, wanted: string, file: string): boolean {
  return round === wanted && files.includes(file)
}
