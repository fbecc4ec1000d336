import { vueModule } from '../vue-module';
import AddToCart from '../AddToCart.vue';

export default vueModule(AddToCart);
