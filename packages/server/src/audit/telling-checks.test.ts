import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lenderEventTypes } from '@svc/api'
import { OF_ACTIONS } from './telling-checks.ts'

test('of each type that happens above the stores the auditor knows the action', () => {
  assert.deepEqual(OF_ACTIONS.map(([, type]) => type).sort(), [...lenderEventTypes].sort())
})
