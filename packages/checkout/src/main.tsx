import { render } from 'preact'
import './style.css'

function Page() {
  return <main>…</main>
}

render(<Page />, document.body)
