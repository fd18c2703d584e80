/** The token of an Authorization header, exactly as it stands there; undefined where it is no bearer token and nothing else. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([^\s,]+)$/i.exec(header ?? '')?.[1]
}
