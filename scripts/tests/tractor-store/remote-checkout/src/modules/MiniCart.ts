import { vueModule } from '../vue-module';
import MiniCart from '../MiniCart.vue';

export default vueModule(MiniCart);
