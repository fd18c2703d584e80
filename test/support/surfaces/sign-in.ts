import { createHash, randomBytes } from 'node:crypto'

/** A browser as far as a sign-in needs one: it keeps cookies by path, and follows nothing by itself. */
export interface Browser {
  open(address: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Follows redirects within the service; answers the last page, or the redirect that leaves it. */
  follow(address: string): Promise<Response>
}

export function browser(
  send: (address: string, init: RequestInit) => Promise<Response>,
  origin: string,
): Browser {
  const cookies = new Map<string, { value: string; path: string }>()
  const open: Browser['open'] = async (address, form, headers = {}) => {
    const { pathname } = new URL(address, origin)
    const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path))
    const response = await send(new URL(address, origin).href, {
      redirect: 'manual',
      headers: { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '), ...headers },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
      const split = pair.indexOf('=')
      const [name, value] = [pair.slice(0, split), pair.slice(split + 1)]
      if (value === '') cookies.delete(name)
      else cookies.set(name, { value, path })
    }
    return response
  }
  return {
    open,
    async follow(address) {
      let response = await open(address)
      for (;;) {
        const location = response.headers.get('location')
        if (location === null || new URL(location, origin).origin !== origin) return response
        response = await open(location)
      }
    },
  }
}

/** A verifier and its challenge (RFC 7636). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
