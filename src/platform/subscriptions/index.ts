export {
  AutomaticTopUpIsOn,
  openSubscriptions,
  type Subscriptions,
  type SubscriptionsSettings,
} from './open-subscriptions.ts'
