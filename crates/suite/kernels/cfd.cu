// Computational fluid dynamics: air around a wing, on an unstructured mesh
//
// A finite-volume solver of the three-dimensional Euler equations, as in the Rodinia suite. Each thread has
// one element of the mesh with density, momentum and energy. Per stage of a Runge-Kutta step, compute_flux
// sums what flows in through the element's four faces: the neighbour's number is loaded, then its five
// variables from wherever they lie, and a long run of arithmetic with divisions and square roots follows.
// Faces on the wing or at the far field take branches of their own. time_step then moves the variables.
//
// Phase-aware scheduling uses compute_flux as CFD, its example of long phases: with three CTAs of 192
// threads per SM, the loads issued early in a phase are back before it ends, and a greedy scheduler keeps
// running the same few warps. The threads' faces are written out one after another, as in the original.

#define GAMMA 1.4f
#define SMOOTHING 0.2f
#define FACES 4
#define STAGES 3
#define WING (-1)
#define FAR_FIELD (-2)

// Variables of an element, each in an array of its own.
enum { DENSITY, MOMENTUM_X, MOMENTUM_Y, MOMENTUM_Z, ENERGY, VARIABLES };

__constant__ float cfd_far_momentum[3];
__constant__ float cfd_far_flux_x[3]; // of momentum
__constant__ float cfd_far_flux_y[3];
__constant__ float cfd_far_flux_z[3];
__constant__ float cfd_far_flux_energy[3];

// What an element carries in each direction.
struct Flux {
    float3 x, y, z; // of momentum
    float3 energy;
};

__device__ __forceinline__ float3 velocity(float density, float3 momentum)
{
    return make_float3(momentum.x / density, momentum.y / density, momentum.z / density);
}

__device__ __forceinline__ float squared_length(float3 v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

__device__ __forceinline__ float pressure(float density, float energy, float squared_speed)
{
    return (GAMMA - 1.0f) * (energy - 0.5f * density * squared_speed);
}

__device__ __forceinline__ float speed_of_sound(float density, float pressure)
{
    return sqrtf(GAMMA * pressure / density);
}

__device__ __forceinline__ Flux carried(float3 momentum, float energy, float pressure, float3 velocity)
{
    Flux flux;
    flux.x = make_float3(velocity.x * momentum.x + pressure, velocity.x * momentum.y,
                         velocity.x * momentum.z);
    flux.y = make_float3(flux.x.y, velocity.y * momentum.y + pressure, velocity.y * momentum.z);
    flux.z = make_float3(flux.x.z, flux.y.z, velocity.z * momentum.z + pressure);
    float work = energy + pressure;
    flux.energy = make_float3(velocity.x * work, velocity.y * work, velocity.z * work);
    return flux;
}

// neighbours is [FACES][elements], normals (pointing inward, as long as the face is wide)
// [FACES][3][elements], variables and fluxes [VARIABLES][elements]. The host fills the last CTA with copies
// of the last element.
extern "C" __global__ void cfd_compute_flux(int elements, const int *neighbours, const float *normals,
                                            const float *variables, float *fluxes)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;

    float density = variables[i + DENSITY * elements];
    float3 momentum;
    momentum.x = variables[i + MOMENTUM_X * elements];
    momentum.y = variables[i + MOMENTUM_Y * elements];
    momentum.z = variables[i + MOMENTUM_Z * elements];
    float energy = variables[i + ENERGY * elements];

    float3 v = velocity(density, momentum);
    float squared_speed = squared_length(v);
    float speed = sqrtf(squared_speed);
    float p = pressure(density, energy, squared_speed);
    float sound = speed_of_sound(density, p);
    Flux own = carried(momentum, energy, p, v);

    float density_in = 0;
    float3 momentum_in = make_float3(0, 0, 0);
    float energy_in = 0;

#pragma unroll
    for (int face = 0; face < FACES; face++) {
        int neighbour = neighbours[i + face * elements];
        float3 normal;
        normal.x = normals[i + (face * 3 + 0) * elements];
        normal.y = normals[i + (face * 3 + 1) * elements];
        normal.z = normals[i + (face * 3 + 2) * elements];
        float width = sqrtf(squared_length(normal));

        if (neighbour >= 0) {
            float density_there = variables[neighbour + DENSITY * elements];
            float3 momentum_there;
            momentum_there.x = variables[neighbour + MOMENTUM_X * elements];
            momentum_there.y = variables[neighbour + MOMENTUM_Y * elements];
            momentum_there.z = variables[neighbour + MOMENTUM_Z * elements];
            float energy_there = variables[neighbour + ENERGY * elements];

            float3 v_there = velocity(density_there, momentum_there);
            float squared_speed_there = squared_length(v_there);
            float p_there = pressure(density_there, energy_there, squared_speed_there);
            float sound_there = speed_of_sound(density_there, p_there);
            Flux there = carried(momentum_there, energy_there, p_there, v_there);

            // Artificial viscosity keeps the solution smooth.
            float factor =
                -width * SMOOTHING * 0.5f * (speed + sqrtf(squared_speed_there) + sound + sound_there);
            density_in += factor * (density - density_there);
            energy_in += factor * (energy - energy_there);
            momentum_in.x += factor * (momentum.x - momentum_there.x);
            momentum_in.y += factor * (momentum.y - momentum_there.y);
            momentum_in.z += factor * (momentum.z - momentum_there.z);

            // The mean of both elements' fluxes.
            factor = 0.5f * normal.x;
            density_in += factor * (momentum_there.x + momentum.x);
            energy_in += factor * (there.energy.x + own.energy.x);
            momentum_in.x += factor * (there.x.x + own.x.x);
            momentum_in.y += factor * (there.y.x + own.y.x);
            momentum_in.z += factor * (there.z.x + own.z.x);

            factor = 0.5f * normal.y;
            density_in += factor * (momentum_there.y + momentum.y);
            energy_in += factor * (there.energy.y + own.energy.y);
            momentum_in.x += factor * (there.x.y + own.x.y);
            momentum_in.y += factor * (there.y.y + own.y.y);
            momentum_in.z += factor * (there.z.y + own.z.y);

            factor = 0.5f * normal.z;
            density_in += factor * (momentum_there.z + momentum.z);
            energy_in += factor * (there.energy.z + own.energy.z);
            momentum_in.x += factor * (there.x.z + own.x.z);
            momentum_in.y += factor * (there.y.z + own.y.z);
            momentum_in.z += factor * (there.z.z + own.z.z);
        } else if (neighbour == WING) {
            // Nothing passes; only pressure acts.
            momentum_in.x += normal.x * p;
            momentum_in.y += normal.y * p;
            momentum_in.z += normal.z * p;
        } else if (neighbour == FAR_FIELD) {
            float factor = 0.5f * normal.x;
            density_in += factor * (cfd_far_momentum[0] + momentum.x);
            energy_in += factor * (cfd_far_flux_energy[0] + own.energy.x);
            momentum_in.x += factor * (cfd_far_flux_x[0] + own.x.x);
            momentum_in.y += factor * (cfd_far_flux_y[0] + own.y.x);
            momentum_in.z += factor * (cfd_far_flux_z[0] + own.z.x);

            factor = 0.5f * normal.y;
            density_in += factor * (cfd_far_momentum[1] + momentum.y);
            energy_in += factor * (cfd_far_flux_energy[1] + own.energy.y);
            momentum_in.x += factor * (cfd_far_flux_x[1] + own.x.y);
            momentum_in.y += factor * (cfd_far_flux_y[1] + own.y.y);
            momentum_in.z += factor * (cfd_far_flux_z[1] + own.z.y);

            factor = 0.5f * normal.z;
            density_in += factor * (cfd_far_momentum[2] + momentum.z);
            energy_in += factor * (cfd_far_flux_energy[2] + own.energy.z);
            momentum_in.x += factor * (cfd_far_flux_x[2] + own.x.z);
            momentum_in.y += factor * (cfd_far_flux_y[2] + own.y.z);
            momentum_in.z += factor * (cfd_far_flux_z[2] + own.z.z);
        }
    }

    fluxes[i + DENSITY * elements] = density_in;
    fluxes[i + MOMENTUM_X * elements] = momentum_in.x;
    fluxes[i + MOMENTUM_Y * elements] = momentum_in.y;
    fluxes[i + MOMENTUM_Z * elements] = momentum_in.z;
    fluxes[i + ENERGY * elements] = energy_in;
}

// Moves the variables from where the step began, the further the later the stage.
extern "C" __global__ void cfd_time_step(int stage, int elements, const float *old_variables,
                                         float *variables, const float *step_factors, const float *fluxes)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    float factor = step_factors[i] / (float)(STAGES + 1 - stage);

    variables[i + DENSITY * elements] =
        old_variables[i + DENSITY * elements] + factor * fluxes[i + DENSITY * elements];
    variables[i + ENERGY * elements] =
        old_variables[i + ENERGY * elements] + factor * fluxes[i + ENERGY * elements];
    variables[i + MOMENTUM_X * elements] =
        old_variables[i + MOMENTUM_X * elements] + factor * fluxes[i + MOMENTUM_X * elements];
    variables[i + MOMENTUM_Y * elements] =
        old_variables[i + MOMENTUM_Y * elements] + factor * fluxes[i + MOMENTUM_Y * elements];
    variables[i + MOMENTUM_Z * elements] =
        old_variables[i + MOMENTUM_Z * elements] + factor * fluxes[i + MOMENTUM_Z * elements];
}
