import { tables } from './plan-tables';
import { startSite } from './site';
import { json, startUpstream, text } from './upstream';

/** A production site whose three services are elsewhere. */
export type ForwardedSite = Readonly<Awaited<ReturnType<typeof startForwardedSite>>>;

/** Starts the upstreams, then a site that is told of them. */
export async function startForwardedSite() {
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
    /** Answers the tables call with `tables`, unless told otherwise. */
    subscription,
    /** Answers the create call with 201. */
    manager,
    storeUi,
    /** Every upstream answers as in the beginning. */
    reset: () => upstreams.forEach((upstream) => upstream.reset()),
    stop: async () => {
      await site.stop();
      await Promise.all(upstreams.map((upstream) => upstream.stop()));
    },
  };
}
