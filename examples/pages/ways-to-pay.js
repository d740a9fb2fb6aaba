window.svc = window.svc || []

window.svc.push((sdk) => {
  sdk.button({ selector: '.way.financing', amount: 96800, currency: 'EUR' })
})

addEventListener('DOMContentLoaded', () => {
  const say = (text) => {
    document.querySelector('output').textContent = text
  }
  document.querySelector('#order').onclick = async () => {
    // Your server creates the checkout and answers its id.
    const { id } = await (await fetch('/checkouts', { method: 'POST' })).json()
    window.svc.push((sdk) => {
      sdk.checkout(id, {
        onStatusChange: (status) => say(`now: ${status}`),
        onSuccess: () => say('Thank you!'),
        onPending: () => say('We tell you as soon as it is decided.'),
        onKO: () => say('Please choose another way to pay.'),
        onDismiss: () => say('Nothing was bought.'),
        onError: () => say('That did not work. Please try again.'),
      })
    })
  }
})
