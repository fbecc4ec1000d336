import * as PricingSection from './PricingSection';

/** What compose renders: every exposed module, under its expose key without './'. */
export { PricingSection };
