import { statfs } from 'node:fs/promises'
import { codeOf } from '../../platform/narrow.ts'
import { type Check, ok, problem, sizeInWords, warning } from './check.ts'

type Space = { readonly free: number; readonly total: number }

const GB = 1e9

/** Whichever is reached first: a part of a small disk, or what an hour of work may take. */
const fullness = [
  { status: problem, bytes: 0.5 * GB, share: 0.03 },
  { status: warning, bytes: 2 * GB, share: 0.1 },
] as const

export function judgeSpace(folder: string, { free, total }: Space): Check {
  const percent = Math.floor((100 * free) / total)
  const message = `${sizeInWords(free)} (${percent} %) free at ${folder}`
  const level = fullness.find(({ bytes, share }) => free < bytes || free / total < share)
  const advice = 'free up space or enlarge the disk: nothing can be written to a full one'
  return level?.status('disk', message, advice) ?? ok('disk', message)
}

/** On the disk of a folder, as far as its users may fill it. */
export async function diskCheck(folder: string): Promise<Check> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return judgeSpace(folder, { free: bavail * bsize, total: blocks * bsize })
  } catch (error) {
    const message = `${folder} cannot be looked at: ${codeOf(error)}`
    return problem('disk', message, 'name the folder of the database')
  }
}
