// The files of deploy/ that the cluster runs, by the programs that read them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../postgres.ts'
import { documentedTimes, haproxyConfig, patroniConfig, TEST_TIMES } from './files.ts'
import { clusterPrograms, patroniEnvironment } from './programs.ts'

const programs = clusterPrograms()
const skip = typeof programs === 'string' ? programs : false

test('HAProxy and Patroni accept the files, and not with a fault', { skip }, async () => {
  assert.ok(typeof programs === 'object')
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-files-'))
  // Patroni looks whether somebody listens there.
  const etcd = createServer().listen(0, '127.0.0.1')
  try {
    await once(etcd, 'listening')
    const env = patroniEnvironment(programs, join(folder, 'patroni'))
    const { port: etcdPort } = etcd.address() as AddressInfo
    const check = (name: string, text: string, program: string, flag: string) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      const last = program === 'haproxy' ? ['-f', file] : [file]
      const options = { encoding: 'utf8' as const, env }
      const { status, stdout, stderr } = spawnSync(program, [flag, ...last], options)
      return { status, said: stdout + stderr }
    }
    const [port, restPort] = [await freePort(), await freePort()]
    const place = { name: 'db-1', port, restPort, data: join(folder, 'data') }
    const options = {
      place,
      etcdPort,
      programs: programs.postgres,
      times: documentedTimes(),
      password: 'x',
    }
    // It wants an address that other machines reach.
    const patroni = patroniConfig(options).replaceAll(
      '"connect_address":"127.0.0.1:',
      '"connect_address":"10.0.0.11:',
    )
    const ofPatroni = (text: string) => check('patroni.yml', text, 'patroni', '--validate-config')
    assert.deepEqual(ofPatroni(patroni), { status: 0, said: '' })
    assert.match(ofPatroni(patroni.replace('"ttl":30', '"ttl":"ten"')).said, /ttl/)

    const haproxy = haproxyConfig(port, [place])
    const ofHaproxy = (text: string) => check('haproxy.cfg', text, 'haproxy', '-c')
    const { status, said } = ofHaproxy(haproxy)
    assert.equal(status, 0, said)
    assert.equal(ofHaproxy(haproxy.replace('shutdown-sessions', 'shut')).status, 1)
  } finally {
    etcd.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a leader has the time to try again before others take its place', () => {
  for (const { ttl, loop_wait: wait, retry_timeout: retry } of [documentedTimes(), TEST_TIMES])
    assert.ok(ttl >= wait + 2 * retry)
})
