import { createServer } from 'node:net'
import { OperatorError } from './context.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'another process listens there; stop it or set PORT',
  EACCES: 'this account may not listen there; set PORT to 1024 or above',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST',
  ENOTFOUND: 'this machine has no such address; set HOST',
}

/**
 * The port to serve on, asked before anything is started: a taken one ends the start at once, not after half a minute,
 * and 0 becomes a free port that links can name. Throws OperatorError.
 */
export async function usablePort({ host, port }: { host: string; port: number }): Promise<number> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new OperatorError(`Cannot listen on ${host}:${port}: ${reason}.`)
  }
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : port
}
