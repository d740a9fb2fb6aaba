/** Filters that are saved under a name: a tab each, and the form that saves what is shown. */
import { useRef } from 'preact/hooks'
import { type SavedView, VIEWS } from '../../client/saved.ts'
import { rolesOf } from '../../client/store.ts'
import { write } from '../../client/writing.ts'
import { go } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import { Choice } from '../choice.tsx'
import { Fault, Field, Form, useSending } from '../form.tsx'
import { SureButton } from '../sure-button.tsx'
import { listHref } from './list-href.ts'

type SavedTabProps = { readonly view: SavedView; readonly isCurrent: boolean }

export function SavedTab({ view, isCurrent }: SavedTabProps) {
  const { id, name, query, role, removable } = view
  const sending = useSending()
  return (
    <li>
      <a href={listHref(query)} aria-current={isCurrent ? 'true' : undefined}>
        <bdi>{name}</bdi> {role !== null && <small>{word(role)}</small>}
      </a>
      {isCurrent && removable && (
        <SureButton
          label={tb.list.drop}
          what={name}
          onSure={() =>
            void sending.send(() => write({ method: 'DELETE', path: `${VIEWS}/${id}` }))
          }
        />
      )}
      {sending.failure && <Fault failure={sending.failure} />}
    </li>
  )
}

type SaveProps = { readonly list: string; readonly query: string }

export function Save({ list, query }: SaveProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const sending = useSending()
  return (
    <details class="popover" ref={details}>
      <summary>{tb.list.save}</summary>
      <Form
        sending={sending}
        button={tb.list.save}
        onSend={async ({ name, role = '' }) => {
          const body = { name, list, query, ...(role !== '' && { role }) }
          const view = await write<SavedView>({ method: 'POST', path: VIEWS, body })
          if (details.current) details.current.open = false
          go(listHref(view.query))
        }}
      >
        <Field
          label={word('name')}
          input={{ name: 'name', required: true, maxLength: 80, autocomplete: 'off' }}
        />
        <Choice
          label={tb.list.seenBy}
          name="role"
          options={[['', tb.list.onlyMe], ...rolesOf().map((each) => [each, word(each)] as const)]}
        />
      </Form>
    </details>
  )
}
