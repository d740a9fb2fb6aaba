/** Two services on one PostgreSQL server, each at the end of a cable. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../simulate/random.ts'
import type { Arena, Disturb, Disturbance } from './arena.ts'
import { type Cable, openCable } from './cable.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createService, type ServiceProcess } from './process.ts'
import type { Tally } from './tally.ts'

/** Longer than any time limit of the service, now and then. */
const FREEZE_MS_LONG = 14_000
const FREEZE_MS = 2_000
const FULL_MS = 2_500
const SWALLOW_MS = 3_000
/** So many commits are cut off, one after the other. */
const COMMITS = 12

/** Undefined where there is no PostgreSQL. */
export async function postgresArena(tally: Tally): Promise<Arena | undefined> {
  const cluster = await startCluster()
  if (cluster === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'svc-torture-services-'))
  const cables = await Promise.all([1, 2].map(() => openCable(cluster.server.port)))
  const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
  const services = cables.map(({ port }, index) =>
    createService({ folder: join(folder, String(index)), databaseUrl: urlOf(port) }),
  )
  const revive = async () => {
    await cluster.revive()
    await Promise.all(services.map((service) => service.start()))
  }
  return {
    name: 'postgres',
    services,
    revive,
    missing: cluster.disk === undefined ? ['a full disk is one that the database claims'] : [],
    disturbances: disturbancesOf({ cluster, services, cables, tally }),
    audited: { folder: join(folder, 'audit'), databaseUrl: urlOf(cluster.server.port) },
    async remove() {
      await Promise.all(services.map((service) => service.kill()))
      await Promise.all(cables.map((cable) => cable.close()))
      await cluster.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Treated = {
  readonly cluster: Cluster
  readonly services: readonly ServiceProcess[]
  readonly cables: readonly Cable[]
  readonly tally: Tally
}

function disturbancesOf({ cluster, services, cables, tally }: Treated): Arena['disturbances'] {
  const killed: Disturb = async (random) => {
    const service = random.pick(services)
    await service.kill()
    // The other one goes on meanwhile; what comes next may meet this one while it starts.
    void service.start().catch((error: Error) => tally.fault(error.message))
  }
  const restart = async (mode: 'fast' | 'immediate') => {
    await cluster.server.control('restart', '-m', mode).catch(() => {})
    await cluster.revive()
  }
  const anyBackend = async (random: Random): Promise<number | undefined> => {
    const pids = await cluster.backends()
    return pids.length === 0 ? undefined : random.pick(pids)
  }
  const kills = (weight: number, run: Disturb): Disturbance => ({ weight, kills: 1, run })
  const disturbs = (weight: number, run: Disturb): Disturbance => ({ weight, kills: 0, run })
  return {
    'service killed': kills(6, killed),
    'service stopped, the other alone': kills(1.5, async (random, demand) => {
      const service = random.pick(services)
      if (!(await service.stop())) tally.fault('a service did not end within 20 s')
      await Promise.all(services.filter((other) => other !== service).map((each) => each.start()))
      await demand('one service alone')
      await service.start()
    }),
    'service frozen': disturbs(1, async (random) => {
      const resume = random.pick(services).freeze()
      await pause(random.between(500, FREEZE_MS))
      resume()
    }),
    'connection terminated': kills(5, async (random) => {
      const pid = await anyBackend(random)
      if (pid !== undefined) await cluster.query(`SELECT pg_terminate_backend(${pid})`)
    }),
    'backend killed': kills(4, async (random) => {
      const pid = await anyBackend(random)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await cluster.revive()
    }),
    'database restarted fast': kills(3, () => restart('fast')),
    'database crashed': kills(3, () => restart('immediate')),
    'database frozen': kills(0.7, async (random) => {
      const resume = cluster.freeze()
      await pause(random.chance(0.3) ? FREEZE_MS_LONG : random.between(500, FREEZE_MS))
      resume()
      await cluster.revive()
    }),
    'connections cut': kills(3, async (random) => random.pick(cables).cut()),
    'connections cut at commits': kills(4, async (random) => {
      for (let left = COMMITS; left > 0; left--) {
        random.pick(cables).cutAtCommit(random.pick(['before', 'after']))
        await pause(random.between(20, 120))
      }
      for (const cable of cables) cable.cutAtCommit(undefined)
    }),
    'network silent': disturbs(0.7, async (random) => {
      const end = random.pick(cables).swallow()
      await pause(random.between(300, SWALLOW_MS))
      end()
    }),
    'disk full': disturbs(1, (random) => fillDisk(cluster, random)),
  }
}

/** By real bytes on a small file system; else the database claims so at the ledger's table. */
async function fillDisk(cluster: Cluster, random: Random): Promise<void> {
  const ms = random.between(500, FULL_MS)
  if (cluster.disk !== undefined) {
    const free = cluster.disk.fill()
    await pause(ms)
    free()
    return cluster.revive()
  }
  await cluster.query(`CREATE OR REPLACE FUNCTION claim_full() RETURNS trigger AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device'
      USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql`)
  await cluster.query(`CREATE TRIGGER claim_full BEFORE INSERT ON ledger_entries
    EXECUTE FUNCTION claim_full()`)
  await pause(ms)
  await cluster.query('DROP TRIGGER claim_full ON ledger_entries')
}
