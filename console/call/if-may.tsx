import type { ReactNode } from 'react'
import { mayNot } from '../words.ts'
import { useMay, type Act } from './queries.ts'

/** What is offered to those alone whom the service does not refuse it. */
export const IfMay = ({ act, children }: { act: Act; children: ReactNode }) => (useMay(act) ? children : null)

/** Says once, at the top of a page, why nothing on it can be pressed. */
export const WhyNot = ({ act }: { act: keyof typeof mayNot }) =>
  useMay(act) ? null : <p className="soft why-not">{mayNot[act]}</p>
