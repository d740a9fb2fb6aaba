/**
 * Fixed port numbers: listening on or connecting to one is redirected to a real port, so that no
 * answer depends on which ports were free.
 */
import net from 'node:net'

type Ports = {
  /** The real port of a number. */
  know(number: number, real: number): void
}

type Listen = (this: net.Server, ...given: unknown[]) => net.Server
type Connect = (this: net.Socket, ...given: unknown[]) => net.Socket

export function steerPorts(onListening: (number: number, real: number) => void): Ports {
  const real = new Map<number, number>()
  const numbers = new WeakMap<net.Server, number>()
  const { listen, address } = net.Server.prototype
  const { connect } = net.Socket.prototype
  const steered = {
    listen(this: net.Server, ...given: unknown[]) {
      const [first, ...more] = given
      const isNumber = typeof first === 'number'
      const port = isNumber ? first : (first as { port?: number } | undefined)?.port
      if (port === undefined || port === 0) return (listen as Listen).apply(this, given)
      numbers.set(this, port)
      this.once('listening', () => {
        const bound = address.call(this) as net.AddressInfo
        real.set(port, bound.port)
        onListening(port, bound.port)
      })
      const free = isNumber ? 0 : { ...(first as object), port: 0 }
      return (listen as Listen).apply(this, [free, ...more])
    },
    address(this: net.Server) {
      const bound = address.call(this)
      const port = numbers.get(this)
      return port === undefined || bound === null || typeof bound === 'string'
        ? bound
        : { ...bound, port }
    },
  }
  Object.assign(net.Server.prototype, steered)
  const redirected = (given: unknown): unknown => {
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) {
      // Node's own callers pass arguments that are normalised already, and marked as such.
      given[0] = redirected(given[0])
      return given
    }
    const realPort = real.get(Number((given as { port?: unknown }).port))
    return realPort === undefined ? given : { ...given, port: realPort }
  }
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const [first, ...more] = given
    return (connect as Connect).apply(this, [redirected(first), ...more])
  } as typeof connect
  return { know: (number, realPort) => void real.set(number, realPort) }
}
