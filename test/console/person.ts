import type { BrowserContextOptions } from 'playwright-core'
import { visit, type Entrance, type Visitor } from './browser.ts'

/** Opens a page as a person whom the organization invited: those who sign in with a key make none. */
export async function visitAs(
  role: string,
  entrance: Entrance,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const { service, org } = entrance
  const visitor = await visit(entrance, options)
  const email = `${role}@${org.organizationId.replaceAll('_', '-')}.example`
  const invitation = await service.send('POST /v1/organization/invitations', {
    key: org.rawKey,
    body: { email, role },
  })
  const link = invitation.body.output.link as string
  const answer = await visitor.page.request.post(`${service.url}/console/session`, {
    data: { invitation: link.split('#invitation=')[1] },
    headers: { origin: service.url, 'x-almanac-console': '1' },
  })
  if (!answer.ok()) throw new Error(`the invitation was refused: ${await answer.text()}`)
  return visitor
}
