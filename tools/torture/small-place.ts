/** A small file system in memory, which can be filled up without harm to the machine. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SmallPlace = {
  /** Takes all room that is left; gives it back when the answer is called. */
  fill(): () => void
  unmount(): void
}

/** Mounts one over an empty folder; undefined where that is not allowed. `bytes` is its size. */
export function mountSmall(folder: string, bytes: number): SmallPlace | undefined {
  const mount = ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'tmpfs', folder]
  if (process.platform !== 'linux' || spawnSync('mount', mount).status !== 0) return undefined
  const ballast = join(folder, 'ballast')
  return {
    fill() {
      const block = Buffer.alloc(2 ** 20)
      try {
        for (let size = block.length; size >= 512; ) {
          try {
            writeFileSync(ballast, block.subarray(0, size), { flag: 'a' })
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            size /= 2
          }
        }
      } catch (error) {
        rmSync(ballast, { force: true })
        throw error
      }
      return () => rmSync(ballast, { force: true })
    },
    unmount() {
      // Lazily: a process that has just been killed may still hold a file.
      spawnSync('umount', ['-l', folder])
    },
  }
}
