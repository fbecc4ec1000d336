import { tables } from './plan-tables';
import { startSite, type Site } from './site';
import { json, startUpstream, text, type Upstream } from './upstream';

/** A production site whose three services are elsewhere. */
export interface ForwardedSite {
  readonly site: Site;
  /** Answers the tables call with `tables`, unless told otherwise. */
  readonly subscription: Upstream;
  /** Answers the create call with 201. */
  readonly manager: Upstream;
  readonly storeUi: Upstream;
  /** Every upstream answers as in the beginning. */
  readonly reset: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts the upstreams, then a site that is told of them. */
export async function startForwardedSite(): Promise<ForwardedSite> {
  const [subscription, manager, storeUi] = await Promise.all([
    startUpstream(json(tables)),
    startUpstream(json({}, 201)),
    startUpstream(text('<!doctype html><title>Store</title>', 200, 'text/html')),
  ]);
  const upstreams = [subscription, manager, storeUi];
  const site = await startSite({
    SUBSCRIPTION_URL: subscription.url,
    MANAGER_URL: manager.url,
    STORE_UI_URL: storeUi.url,
  });
  return {
    site,
    subscription,
    manager,
    storeUi,
    reset: () => upstreams.forEach((upstream) => upstream.reset()),
    stop: async () => {
      await site.stop();
      await Promise.all(upstreams.map((upstream) => upstream.stop()));
    },
  };
}
