/** The store of the present page; the service provides its name. */
import type { Answered, StoreAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../client/answers.ts'
import { me } from '../client/session.ts'
import { storeId } from '../client/store.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Words } from '../parts/values.tsx'
import { t, word } from '../texts/texts.ts'
import { href } from './place.ts'

type StoreProps = { readonly id: string }

/** Its name, once it is loaded. */
function StoreName({ id }: StoreProps) {
  const { data } = useAnswer<Answered<typeof StoreAnswer>>('/me', { ofNoMode: true, storeId: id })
  return <Words>{data?.name ?? id.slice(0, 8)}</Words>
}

export function StoreSwitch() {
  const [isOpen, setOpen] = useState(false)
  const stores = me.value?.stores ?? []
  const id = storeId.value
  if (id === undefined) return null
  if (stores.length < 2 && stores[0]?.store_id === id) {
    return (
      <span class="store-name">
        <StoreName id={id} />
      </span>
    )
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        <StoreName id={id} />
      </button>
      {isOpen && (
        <Dialog title={t.stores} onClose={() => setOpen(false)}>
          <ul class="choices">
            {stores.map(({ store_id: each, role }) => (
              <li key={each}>
                <a
                  class="button"
                  href={href('/', '', { storeId: each })}
                  aria-current={each === id}
                  onClick={() => setOpen(false)}
                >
                  <StoreName id={each} /> <small class="soft">{word(role)}</small>
                </a>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
