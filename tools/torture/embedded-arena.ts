/** One service on the embedded database, in a small folder of its own where one can be mounted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exitCodes } from '../../packages/server/src/platform/exit-codes.ts'
import type { Arena, Disturb, Disturbance } from './arena.ts'
import { createService } from './process.ts'
import { mountSmall } from './small-place.ts'
import type { Tally } from './tally.ts'

const SIZE = 1_000 * 2 ** 20
const FREEZE_MS = 3_000
const FULL_MS = 2_500

export function embeddedArena(tally: Tally): Arena {
  const root = mkdtempSync(join(tmpdir(), 'svc-torture-embedded-'))
  const disk = mountSmall(root, SIZE)
  const folder = join(root, 'data')
  // Outside the small file system: this file has to be there when nothing else fits.
  const flag = `${root}.full`
  const environment =
    disk === undefined
      ? {
          NODE_OPTIONS: `--import ${join(import.meta.dirname, 'claim-full.mjs')}`,
          TORTURE_FULL: flag,
        }
      : {}
  const service = createService({ folder, environment })
  const kills = (weight: number, run: Disturb): Disturbance => ({ weight, kills: 1, run })
  const disturbs = (weight: number, run: Disturb): Disturbance => ({ weight, kills: 0, run })
  return {
    name: 'embedded',
    services: [service],
    revive: () => service.start(),
    missing: disk === undefined ? ['a full disk is one that the file functions claim'] : [],
    disturbances: {
      'service killed': kills(7, async () => {
        await service.kill()
        await service.start()
      }),
      'service killed, and again while it starts': {
        ...{ weight: 3, kills: 2 },
        async run(random) {
          await service.kill()
          void service.start().catch(() => {})
          await pause(random.between(0, 2_000))
          await service.kill()
          await service.start()
        },
      },
      'service stopped': kills(1, async () => {
        if (!(await service.stop())) tally.fault('the service did not end within 20 s')
        await service.start()
      }),
      'service frozen': disturbs(1, async (random) => {
        const resume = service.freeze()
        await pause(random.between(500, FREEZE_MS))
        resume()
      }),
      'second owner': disturbs(2, async () => {
        const code = await service.intrude()
        if (code !== exitCodes.taken) tally.fault(`a second owner ended with ${code}`)
      }),
      'disk full': disturbs(1, async (random) => {
        const free = disk === undefined ? claimFull(flag) : disk.fill()
        await pause(random.between(500, FULL_MS))
        free()
        // The database may have ended with its disk; the operator starts it again.
        if (!service.isAlive()) await service.kill()
        await service.start()
      }),
    },
    audited: { folder },
    async remove() {
      await service.kill()
      disk?.unmount()
      for (const path of [root, flag]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function claimFull(flag: string): () => void {
  writeFileSync(flag, '')
  return () => rmSync(flag, { force: true })
}
