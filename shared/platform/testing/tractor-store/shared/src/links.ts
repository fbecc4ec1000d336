/** The addresses that everybody links to. Those of its own pages a team knows. */
export const siteLinks = (basePath = '') => ({
  home: `${basePath}/`,
  machines: `${basePath}/products/all`,
  stores: `${basePath}/stores`,
  product: `${basePath}/product/`,
  category: `${basePath}/products/`,
  cart: `${basePath}/checkout/cart`,
  checkout: `${basePath}/checkout/checkout`,
  thanks: `${basePath}/checkout/thanks`,
});

export type SiteLinks = Readonly<ReturnType<typeof siteLinks>>;
