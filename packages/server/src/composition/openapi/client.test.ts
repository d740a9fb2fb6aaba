import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '../../../../api/src/client/operations.ts'
import { allRoutes } from '../app.ts'
import type { WholeService } from '../service/whole-service.ts'

const routes = allRoutes({} as WholeService)

for (const [name, operation] of Object.entries<Operation>(operations)) {
  test(`the client calls ${name} as the service serves it`, () => {
    const route = routes.find(({ doc }) => doc.operation === name)
    assert.ok(route, 'there is no such route')
    assert.deepEqual([operation.method, operation.path], [route.method, route.path])
    assert.equal(operation.body, route.body)
    assert.deepEqual(Object.values(route.doc.answers), [operation.answer])
  })
}
