import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Words beside "stealth" that name no company: `Stealth Mode AI Startup`, `in stealth`. */
const fillers = new Set(
  `stealth mode startup startups start up company companies co venture ventures project inc corp ltd llc gmbh
   in a an the at new my our still currently building early stage seed ai ml llm fintech biotech healthtech health
   tech deeptech climate edtech saas b2b b2c web3 crypto robotics gaming consumer enterprise hardware software
   security cybersecurity insurtech proptech adtech martech legaltech foodtech agtech space defense energy`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const isStealthKey = memo((name) => {
  const words = normalText(name).split(' ')
  return words.includes('stealth') && words.every((word) => fillers.has(word))
})

/**
 * Whether an employer's name says "in stealth" and names no company: `Stealth`, `Stealth Startup`, `Stealth AI Company`,
 * but not `Stealth Communications`.
 */
export function isStealthEmployer(name: string | null | undefined): boolean {
  return !!name && isStealthKey(name)
}
