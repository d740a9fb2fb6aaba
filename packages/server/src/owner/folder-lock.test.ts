import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { FolderTaken, folderOwner, lockFolder } from './folder-lock.ts'

function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  context.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

test('a folder has one owner until he gives it back', (context) => {
  const folder = folderOf(context)
  const lock = lockFolder(folder)
  assert.equal(folderOwner(folder)?.pid, process.pid)
  assert.throws(() => lockFolder(folder), FolderTaken)
  lock.release()
  assert.equal(folderOwner(folder), undefined)
  lockFolder(folder).release()
})

test('a lock of a pid that was given to somebody else since is taken over', (context) => {
  const folder = folderOf(context)
  const earlier = { pid: process.pid, started: '1', control: null }
  writeFileSync(join(folder, 'owner.lock'), JSON.stringify(earlier))
  assert.equal(folderOwner(folder), undefined)
  lockFolder(folder).release()
})

// In a container nobody may ever ask for the exit code of a server that was killed.
test('an owner that ended is dead although nobody has buried him', async (context) => {
  if (process.platform !== 'linux') return context.skip('the states of processes are of Linux')
  const folder = folderOf(context)
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  context.after(() => parent.kill('SIGKILL'))
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line)
  while (statOf(pid)[0] !== 'Z') await pause(5)
  const owner = { pid, started: statOf(pid)[19], control: null }
  writeFileSync(join(folder, 'owner.lock'), JSON.stringify(owner))
  assert.equal(folderOwner(folder), undefined)
  const lock = lockFolder(folder)
  assert.equal(folderOwner(folder)?.pid, process.pid)
  lock.release()
})
