import { userName } from './operate.ts'

/**
 * A link that signs a browser in, once, as the account that runs this; `organizationId` null: as operator of the installation.
 * The code follows the `#`, which browsers send to nobody.
 */
export async function makeConsoleLink(
  makeCode: (of: { organizationId: string | null; account: string }) => Promise<string>,
  { baseUrl, organizationId }: { baseUrl: string; organizationId: string | null },
): Promise<string> {
  const code = await makeCode({ organizationId, account: userName() })
  const page = organizationId === null ? '/console/operator#operator-code' : '/console/#code'
  return `${baseUrl}${page}=${code}`
}
