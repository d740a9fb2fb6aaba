/**
 * The card's form: typed data go to the provider and nowhere else; the page around it gets only the
 * token of the card, and only if its origin is the one named in the address.
 */
const form = document.getElementById('card')
const { action, parent, source, brand, failed, unsent } = form.dataset
const token = location.hash.slice(1)
const fields = ['number', 'expiry', 'cvc'].map((name) => form.elements.namedItem(name))
const [number, expiry, cvc] = fields
const [button] = form.getElementsByTagName('button')

const tell = (id, text) => {
  const place = document.getElementById(id)
  place.textContent = text
  place.hidden = text === ''
}
const mark = (field, wrong) => {
  field.setAttribute('aria-invalid', String(wrong))
  tell(`${field.id}-fault`, wrong ? field.dataset.fault : '')
}
const post = (event, more) => window.parent.postMessage({ source, event, ...more }, parent)

number.addEventListener('input', () => {
  if (number.selectionEnd !== number.value.length) return
  const digits = number.value.replace(/\D/g, '').slice(0, 19)
  number.value = digits.replace(/(.{4})(?=.)/g, '$1 ')
})
expiry.addEventListener('input', (event) => {
  if (event.inputType?.startsWith('delete') || expiry.selectionEnd !== expiry.value.length) return
  const [month = '', year = ''] = expiry.value.split('/').map((part) => part.replace(/\D/g, ''))
  if (expiry.value.includes('/')) expiry.value = `${month}/${year}`
  else if (month.length >= 2) expiry.value = `${month.slice(0, 2)}/${month.slice(2)}`
})
for (const field of fields) field.addEventListener('input', () => mark(field, false))

const complete = {
  number: (text) => text.replace(/\D/g, '').length >= 12,
  expiry: (text) => /^(0[1-9]|1[0-2])\/([0-9]{2}|20[0-9]{2})$/.test(text),
  cvc: (text) => /^[0-9]{3}$/.test(text),
}

async function send() {
  const body = { number: number.value, expiry: expiry.value, cvc: cvc.value.trim() }
  const answer = await fetch(action, {
    method: 'POST',
    headers: {
      accept: `application/vnd.${brand}.v1+json`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const reply = await answer.json()
  if (answer.status === 201) {
    for (const field of fields) field.value = ''
    document.getElementById('shown').textContent = `•••• ${reply.last4}`
    document.getElementById('done').hidden = false
    post('card', { ...reply })
    return
  }
  const faults = reply.error?.fields ?? {}
  const wrong = fields.filter((field) => field.name in faults)
  for (const field of wrong) mark(field, true)
  if (wrong.length === 0) tell('problem', failed)
  else wrong[0].focus()
  post('error', { code: reply.error?.code ?? '' })
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  tell('problem', '')
  document.getElementById('done').hidden = true
  const wrong = fields.filter((field) => !complete[field.name](field.value.trim()))
  for (const field of fields) mark(field, wrong.includes(field))
  if (wrong.length > 0) {
    wrong[0].focus()
    post('error', { code: 'incomplete' })
    return
  }
  button.disabled = true
  try {
    await send()
  } catch {
    tell('problem', unsent)
  } finally {
    button.disabled = false
  }
})

// A buyer who signs on the page around it sends the card with it.
window.addEventListener('message', ({ data, origin, source: from }) => {
  const isParent = from === window.parent && origin === parent
  const wanted = data?.source === `${brand}-checkout` && data.event === 'submit'
  if (isParent && wanted && !button.disabled) form.requestSubmit()
})

// A test card by one click.
document.addEventListener('click', ({ target }) => {
  const chosen = target.dataset?.number
  if (chosen === undefined || button.disabled) return
  number.value = chosen
  expiry.value = '12/99'
  cvc.value = '123'
  form.requestSubmit()
})

post('ready', {})
// The page around it makes room for all of it, so that nothing scrolls inside.
new ResizeObserver(() => {
  post('size', { height: document.documentElement.offsetHeight })
}).observe(document.documentElement)
