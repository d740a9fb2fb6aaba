import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createPressure } from './pressure.ts'

function keepBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('a process that has no pause while it has requests is pressed, and only then', async () => {
  let inFlight = 64
  const isPressed = createPressure(() => inFlight)
  await pause(1_000)
  assert.equal(isPressed(), false, 'it had nothing to do')
  for (let turn = 0; turn < 20; turn++) {
    keepBusy(50)
    await pause(0)
  }
  assert.equal(isPressed(), true)
  inFlight = 7
  assert.equal(isPressed(), false, 'few requests')
  inFlight = 64
  await pause(2_000)
  assert.equal(isPressed(), false, 'it has pauses again')
})
