import { ask } from '../../client/api.ts'
import { withFactor } from '../../client/writing.ts'
import { Form, useSending } from '../../parts/form.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { save } from '../../parts/save.ts'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'

/** All data about a person, as a file: they are neither shown nor stored. */
export function PersonExport({ id }: { id: string }) {
  const sending = useSending()
  return (
    <Permitted permission="people:reveal" what={tb.person.export}>
      <p class="hint">{tb.person.exportMore}</p>
      <Form sending={sending} button={tb.person.exportGo} onSend={() => saveAll(id)} />
    </Permitted>
  )
}

async function saveAll(id: string): Promise<void> {
  const path = `/lender/people/${id}/export`
  const answer = await withFactor(() => ask<unknown>({ path, sandbox: isSandbox.value }))
  const text = JSON.stringify(answer, null, 2)
  save(`person-${id.slice(0, 8)}.json`, 'application/json', text)
}
