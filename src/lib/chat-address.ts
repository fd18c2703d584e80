/** Services whose incoming webhooks accept messages from anyone who knows the address. */
const chatAddress = new RegExp(
  String.raw`https?:\/\/(?:hooks\.slack(?:-gov)?\.com|(?:[\w-]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks|[\w.-]+\.webhook\.office\.com|outlook\.office(?:365)?\.com\/webhook|[\w.-]+\.logic\.azure\.(?:com|us|cn)|[\w.-]+\.(?:powerplatform|powerautomate)\.com|chat\.googleapis\.com\/v1\/spaces|webexapis\.com\/v1\/webhooks)(?::\d+)?(?=[\/?#])[^\s"'<>\\]*`,
  'gi',
)
/** The token comes right after the service's name. */
const telegramAddress = /https?:\/\/api\.telegram\.org\/bot[^\s"'<>\\]+/gi

/** Whether a URL is an incoming webhook of a chat that its host identifies. */
export function isChatAddress(url: string): boolean {
  return maskChatAddresses(url) !== url
}

/**
 * How a secret address is shown: its host, and the last characters of a long one, by which its owner recognises it.
 */
export function maskedAddress(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, search } = new URL(url)
  const secret = pathname + search
  return `${origin}/…${secret.length >= 24 ? secret.slice(-4) : ''}`
}

/** Masks addresses of chats in a text. */
export function maskChatAddresses(text: string): string {
  // Searching for two characters first is far cheaper than the pattern, which hardly ever matches.
  if (!text.includes(':/')) return text
  return text.replaceAll(chatAddress, maskedAddress).replaceAll(telegramAddress, maskedAddress)
}
